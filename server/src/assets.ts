/** The server's own files. The folder is as far from this module as from the bundle that it becomes part of. */
export const assets = new URL('../assets/', import.meta.url)
