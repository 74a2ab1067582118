#pragma once
#include <spawn.h>
// Two actions of the C library that Swift's own view of it leaves out.
static inline int cspawn_close_from(posix_spawn_file_actions_t *actions, int descriptor) {
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    return posix_spawn_file_actions_addclosefrom_np(actions, descriptor);
}
static inline int cspawn_change_folder(posix_spawn_file_actions_t *actions, const char *path) {
    extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
    return posix_spawn_file_actions_addchdir_np(actions, path);
}
