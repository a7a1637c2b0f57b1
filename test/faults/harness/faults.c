/*
 * Makes system calls fail for chosen files, and maintains the database files as a power cut would leave them on disk.
 *
 * COFFER_FAULTS is the path of a text file with one rule per line, which is read again at each call:
 *
 *   CALL SUFFIX ERRNO TIMES
 *
 * - CALL is sync (fsync and fdatasync), write (write, pwrite and writev), truncate, rename or remove (unlink and unlinkat).
 * - SUFFIX is the end of the file's path; for a rename, of either path.
 * - ERRNO is a number; -1 kills the process instead of the call; -2 delays a sync by 200 ms, and -3 until the file of the rules is
 *   replaced. Other calls run while it waits.
 * - TIMES is the number of calls that fail, or -1 for all. A changed rule file restarts the count.
 *
 * COFFER_TRACE is the path of a text file. Each successful sync, each rename and each sync that -3 delays appends a line to it: sync
 * PATH, rename FROM TO, or held PATH.
 *
 * COFFER_SYNCED is the path of a folder with a copy of each database file as a power cut would leave it: a sync copies the pages. As on
 * Linux, a failed sync marks pages as clean, so they are copied only after they are written and synced again. A power cut can also leave
 * pages that were never synced: faultyCoffer.ts adds a random part of them.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_RULES 32
#define MAX_FILES 16
#define MAX_PAGES (1 << 18)
#define PAGE 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static char known_rules[4096];
static int failures[MAX_RULES];

static const char *path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return path;
}

static int ends_with(const char *text, const char *end) {
  size_t all = strlen(text), part = strlen(end);
  return all >= part && strcmp(text + all - part, end) == 0;
}

/* Returns the errno with which a call must fail, or 0. Requires the lock. */
static int fault(const char *call, const char *path) {
  const char *file = getenv("COFFER_FAULTS");
  if (!file) return 0;
  int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  char rules[sizeof known_rules];
  ssize_t length = syscall(SYS_read, fd, rules, sizeof rules - 1);
  syscall(SYS_close, fd);
  if (length < 0) return 0;
  rules[length] = 0;
  if (strcmp(rules, known_rules) != 0) {
    strcpy(known_rules, rules);
    memset(failures, 0, sizeof failures);
  }
  char *rest, *line = strtok_r(rules, "\n", &rest);
  for (int rule = 0; line && rule < MAX_RULES; rule += 1, line = strtok_r(NULL, "\n", &rest)) {
    char name[16], suffix[256];
    int error, times;
    if (sscanf(line, "%15s %255s %d %d", name, suffix, &error, &times) != 4) continue;
    if (strcmp(name, call) != 0 || !ends_with(path, suffix)) continue;
    if (times >= 0 && failures[rule] >= times) continue;
    failures[rule] += 1;
    if (error == -1) kill(getpid(), SIGKILL);
    return error;
  }
  return 0;
}

/* Requires the lock. */
static void trace(const char *line) {
  const char *file = getenv("COFFER_TRACE");
  if (!file) return;
  int fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0 || syscall(SYS_write, fd, line, strlen(line)) < 0) abort();
  syscall(SYS_close, fd);
}

struct file {
  dev_t device;
  ino_t inode;
  unsigned char *dirty;
  /* The pages of a running sync: the ones that were dirty when it began. */
  unsigned char *syncing;
  /* The number of failed syncs: Linux reports a failure to every sync of the file that runs. */
  int failures;
};

static struct file files[MAX_FILES];

/* Returns the state of a database file, or NULL for any other file. Requires the lock. */
static struct file *tracked(int fd, const char *path) {
  if (!getenv("COFFER_SYNCED") || !(ends_with(path, ".db") || ends_with(path, ".db-wal"))) return NULL;
  struct stat status;
  if (fstat(fd, &status) != 0) return NULL;
  for (int index = 0; index < MAX_FILES; index += 1) {
    struct file *at = &files[index];
    if (!at->dirty) {
      at->device = status.st_dev;
      at->inode = status.st_ino;
      at->dirty = calloc(MAX_PAGES, 1);
      at->syncing = calloc(MAX_PAGES, 1);
    }
    if (at->device == status.st_dev && at->inode == status.st_ino) return at;
  }
  fprintf(stderr, "faults: too many database files\n");
  abort();
}

static void mark(int fd, const char *path, off_t offset, size_t count) {
  struct file *file = tracked(fd, path);
  if (!file || count == 0) return;
  for (off_t page = offset / PAGE; page <= (off_t)(offset + count - 1) / PAGE && page < MAX_PAGES; page += 1) file->dirty[page] = 1;
}

/* Pages that are written from now on belong to the next sync. */
static void begin(int fd, const char *path) {
  struct file *file = tracked(fd, path);
  if (!file) return;
  for (long page = 0; page < MAX_PAGES; page += 1) file->syncing[page] |= file->dirty[page];
  memset(file->dirty, 0, MAX_PAGES);
}

/* Copies the pages of the sync, or discards them if it has failed. */
static void settle(int fd, const char *path, int is_synced) {
  struct file *file = tracked(fd, path);
  struct stat status;
  if (!file || fstat(fd, &status) != 0) return;
  off_t pages = (status.st_size + PAGE - 1) / PAGE;
  if (is_synced) {
    char name[4096], content[PAGE];
    snprintf(name, sizeof name, "%s/%s", getenv("COFFER_SYNCED"), strrchr(path, '/') + 1);
    int copy = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (copy < 0 || syscall(SYS_ftruncate, copy, status.st_size) != 0) abort();
    for (off_t page = 0; page < pages && page < MAX_PAGES; page += 1) {
      if (!file->syncing[page]) continue;
      ssize_t length = syscall(SYS_pread64, fd, content, PAGE, page * PAGE);
      if (length > 0 && syscall(SYS_pwrite64, copy, content, length, page * PAGE) != length) abort();
    }
    syscall(SYS_close, copy);
  }
  memset(file->syncing, 0, MAX_PAGES);
  if (!is_synced) file->failures += 1;
}

/* Returns the inode of the file of the rules, which changes when it is replaced. */
static ino_t rules_inode(void) {
  struct stat status;
  return stat(getenv("COFFER_FAULTS"), &status) == 0 ? status.st_ino : 0;
}

static int synced(int fd, long number) {
  char path[4096];
  if (!path_of(fd, path, sizeof path)) return syscall(number, fd);
  pthread_mutex_lock(&lock);
  int error = fault("sync", path);
  begin(fd, path);
  if (error == -2 || error == -3) {
    struct file *file = tracked(fd, path);
    int before = file ? file->failures : 0;
    if (error == -3) {
      char line[8192];
      snprintf(line, sizeof line, "held %s\n", path);
      trace(line);
    }
    ino_t rules = rules_inode();
    pthread_mutex_unlock(&lock);
    if (error == -2) usleep(200000);
    else
      while (rules_inode() == rules) usleep(1000);
    pthread_mutex_lock(&lock);
    error = file && file->failures != before ? EIO : 0;
  }
  int result = error ? -1 : syscall(number, fd);
  if (result != 0 && !error) error = errno;
  settle(fd, path, result == 0);
  if (result == 0) {
    char line[8192];
    snprintf(line, sizeof line, "sync %s\n", path);
    trace(line);
  }
  pthread_mutex_unlock(&lock);
  if (result != 0) errno = error;
  return result;
}

int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

ssize_t pwrite64(int fd, const void *data, size_t count, off_t offset) {
  char path[4096];
  if (!path_of(fd, path, sizeof path)) return syscall(SYS_pwrite64, fd, data, count, offset);
  pthread_mutex_lock(&lock);
  int error = fault("write", path);
  ssize_t written = error ? -1 : syscall(SYS_pwrite64, fd, data, count, offset);
  if (written < 0 && !error) error = errno;
  if (written > 0) mark(fd, path, offset, written);
  pthread_mutex_unlock(&lock);
  if (written < 0) errno = error;
  return written;
}
ssize_t pwrite(int fd, const void *data, size_t count, off_t offset) { return pwrite64(fd, data, count, offset); }

/* Returns whether a call for a path must fail, and sets errno. */
static int fails_at(const char *call, const char *path) {
  pthread_mutex_lock(&lock);
  int error = fault(call, path);
  pthread_mutex_unlock(&lock);
  if (error) errno = error;
  return error != 0;
}

/* Does the same for an open file; pipes and sockets never fail. */
static int fails(const char *call, int fd) {
  char path[4096];
  return path_of(fd, path, sizeof path) && path[0] == '/' && fails_at(call, path);
}

/* SQLite writes only with pwrite, so these calls need not mark pages as dirty. */
ssize_t write(int fd, const void *data, size_t count) { return fails("write", fd) ? -1 : syscall(SYS_write, fd, data, count); }
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return fails("write", fd) ? -1 : syscall(SYS_writev, fd, parts, count);
}

int ftruncate64(int fd, off_t size) { return fails("truncate", fd) ? -1 : syscall(SYS_ftruncate, fd, size); }
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int rename(const char *from, const char *to) {
  char line[8192];
  snprintf(line, sizeof line, "rename %s %s\n", from, to);
  pthread_mutex_lock(&lock);
  int error = fault("rename", to);
  if (!error) error = fault("rename", from);
  if (!error) trace(line);
  pthread_mutex_unlock(&lock);
  if (!error) return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  errno = error;
  return -1;
}

int unlink(const char *path) { return fails_at("remove", path) ? -1 : syscall(SYS_unlinkat, AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) {
  return fails_at("remove", path) ? -1 : syscall(SYS_unlinkat, folder, path, flags);
}
