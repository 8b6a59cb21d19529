# ThreadSanitizer.
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -fno-omit-frame-pointer")
add_compile_options(-fsanitize=thread)
add_link_options(-fsanitize=thread)
