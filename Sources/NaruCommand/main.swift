import ArgumentParser

print("warm")
