/** The entries with code, and their built files. */
export const entries = { '.': 'element', './render': 'render' } as const
