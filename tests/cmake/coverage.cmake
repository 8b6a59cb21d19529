# Line coverage for gcov.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "" FORCE)
add_compile_options(--coverage -O0 -g1)
add_link_options(--coverage)
