/** Starts each example when it comes near the visible part of the page. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue
      observer.unobserve(target)
      void start(target)
    }
  },
  { rootMargin: '200px' },
)

async function start(root: HTMLElement): Promise<void> {
  const kind = root.dataset.live
  if (kind === 'code') (await import('./code-example.ts')).startCodeExample(root)
  else if (kind === 'element') (await import('./element-editor.ts')).startElementEditor(root)
  else if (kind === 'checker') (await import('./checker.ts')).startChecker(root)
  else if (kind === 'panel') await (await import('./panel.ts')).startPanel(root)
  else if (kind === 'home') (await import('./home-feed.ts')).startHomeFeed(root)
}

for (const root of document.querySelectorAll<HTMLElement>('[data-live]')) observer.observe(root)
