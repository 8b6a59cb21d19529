// What a fuzz target claims: ends the program where it does not hold, in every build.
#pragma once

#include <cstdio>
#include <cstdlib>

#define FUZZ_REQUIRE(claim)                                                                 \
    do {                                                                                    \
        if (!(claim)) {                                                                     \
            std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #claim); \
            std::abort();                                                                   \
        }                                                                                   \
    } while (false)
