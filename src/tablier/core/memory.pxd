"""Large blocks of memory straight from the system: zeroed, in huge pages where the system has them (a search
reads all over its memory, and a TLB miss costs as much as a cache miss), and returned to the system when
released, which `free` need not do.
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
    void *reserve "tablier_reserve"(size_t bytes) noexcept nogil   # NULL if there is not enough memory
    void release "tablier_release"(void *memory, size_t bytes) noexcept nogil
