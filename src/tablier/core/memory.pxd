"""Large pieces of memory, in whole pages: zero at first, in huge pages where the system has them (a search
looks all over its memory, and a miss of the page table costs as much as one of the cache), and given back to
the system at once. `free` would keep what `malloc` gave for the next one who asks.
"""

cdef extern from *:
    """
    #include <sys/mman.h>
    static void *tablier_reserve(size_t bytes) {
        void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return NULL;
    #ifdef MADV_HUGEPAGE
        madvise(memory, bytes, MADV_HUGEPAGE);
    #endif
        return memory;
    }
    static void tablier_release(void *memory, size_t bytes) {
        if (memory)
            munmap(memory, bytes);
    }
    """
    void *reserve "tablier_reserve"(size_t bytes) noexcept nogil   # NULL when there is no more
    void release "tablier_release"(void *memory, size_t bytes) noexcept nogil
