type Options = Record<string, unknown>

/** Takes the place of Pagefind's interface, 26 kB that Starlight loads in each page: loads it when somebody is about to search. */
export class PagefindUI {
  constructor(options: Options) {
    const search = document.querySelector('site-search')
    const dialog = search?.querySelector('dialog')
    if (!search || !dialog) return
    let isLoaded = false
    const load = async () => {
      if (isLoaded) return
      isLoaded = true
      // @ts-expect-error It has no types.
      const { PagefindUI } = await import('@pagefind/default-ui/npm_dist/mjs/ui-core.mjs')
      new PagefindUI(options)
    }
    for (const type of ['pointerenter', 'focusin']) search.addEventListener(type, load)
    // The keys open it too.
    new MutationObserver(load).observe(dialog, { attributeFilter: ['open'] })
    if (dialog.open) void load()
  }
}
