// What it takes to look at a document and keep nothing of it but a tape: the limit for a decoder, which also makes values.
//
//     parse-only FILE COUNT    parses it so many times with simdjson, and prints microseconds
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <simdjson.h>

int main(int count, char **arguments) {
  if (count != 3) return 64;
  simdjson::padded_string document;
  if (simdjson::padded_string::load(arguments[1]).get(document)) return 66;
  simdjson::dom::parser parser;
  const int times = std::atoi(arguments[2]);
  const auto start = std::chrono::steady_clock::now();
  for (int number = 0; number < times; number++) {
    if (parser.parse(document).error()) return 65;
  }
  const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
  std::printf("%.2f\n", time.count() / times);
}
