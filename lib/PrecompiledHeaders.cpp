// Owns the precompiled headers (lib/CMakeLists.txt); it has no code.
