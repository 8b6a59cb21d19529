# libFuzzer targets (clang only): configure with -DCMAKE_CXX_COMPILER=clang++.
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -fno-omit-frame-pointer")
add_compile_options(-fsanitize=fuzzer-no-link)
set(BOARDBRIDGE_COROUTINES -fno-sanitize=fuzzer-no-link)  # clang 14 cannot compile both
add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all)
add_link_options(-fsanitize=address,undefined)
