"""How checks report what they found."""
import re, sys


def checked(name, problem=""):
    """Prints whether a check passed, with at most 20 lines about the problem. Returns whether it passed."""
    print(f"{'FAILED' if problem else 'ok    '}  {name}", flush=True)
    lines = problem.splitlines()
    # The compiler's errors without their notes; or all that follows the first error of another program.
    errors = sorted({line for line in lines if re.search(r"^\S.*(error|warning):", line)})
    first = next((number for number, line in enumerate(lines) if line.startswith("error: ")), max(len(lines) - 20, 0))
    for line in (errors or lines[first:])[:20]: print(f"        {line}")
    return not problem


def report(results):
    """Prints the names and the problems of some checks; returns how many failed."""
    return sum([not checked(name, problem) for name, problem in results])


def failed(name, problems):
    """Prints problems; returns the status of the check."""
    for problem in problems: print(f"{name}: {problem}", file=sys.stderr)
    return 1 if problems else 0
