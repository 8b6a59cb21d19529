# AddressSanitizer and UndefinedBehaviorSanitizer: the whole tree, any finding ends the program. With clang the flags are
# those of the fuzz flavour, so that ccache builds both trees for the price of one.
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -fno-omit-frame-pointer")
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fno-sanitize=function)  # clang 14 cannot compile coroutines with it
endif()
add_link_options(-fsanitize=address,undefined)
