import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { installOnce } from '../../test-support/npm-install.ts'
import { probe, siteOfFile } from './element-page.ts'

/** Packages that this repository has no other use for. */
const packages = [
  ...['lit@3.3.3', 'svelte@5.57.3', 'rxjs@7.8.2'],
  ...['common', 'compiler', 'core', 'platform-browser'].map((name) => `@angular/${name}@22.2.6`),
]

const site = await siteOfFile()
let installed: string
beforeAll(async () => {
  installed = await installOnce('frameworks', ...packages)
})

/** A program that renders the element with `given` into `main`, and exports `update` and `remove`. */
const programs = {
  'React 19': `
    import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { flushSync } from 'react-dom'
    const root = createRoot(document.querySelector('main'))
    export const update = ({ onLoad, ...props }) =>
      flushSync(() => root.render(createElement('photo-feed', { ...props, 'onphoto-feed-load': onLoad })))
    export const remove = () => root.unmount()`,
  'Vue 3': `
    import { createApp, h, nextTick, shallowRef } from 'vue/dist/vue.runtime.esm-bundler.js'
    const given = shallowRef({})
    const app = createApp({
      render() {
        const { onLoad, ...props } = given.value
        return h('photo-feed', { ...props, onPhotoFeedLoad: onLoad })
      },
    })
    let isMounted = false
    export const update = async (props) => {
      given.value = props
      if (!isMounted) app.mount('main')
      isMounted = true
      await nextTick()
    }
    export const remove = () => app.unmount()`,
  Preact: `
    import { h, render } from 'preact'
    const main = document.querySelector('main')
    export const update = ({ onLoad, ...props }) =>
      render(h('photo-feed', { ...props, 'onphoto-feed-load': onLoad }), main)
    export const remove = () => render(null, main)`,
  Solid: `
    import h from 'solid-js/h'
    import { createSignal } from 'solid-js'
    import { render } from 'solid-js/web'
    const [given, setGiven] = createSignal({})
    let dispose
    const view = () => h('photo-feed', {
      'on:photo-feed-load': (event) => given().onLoad(event),
      ...Object.fromEntries(['src', 'apiKey', 'pageSize', 'labels', 'ownerNotice', 'columns']
        .map((name) => ['prop:' + name, () => given()[name]])),
    })
    export const update = (props) => {
      setGiven(props)
      dispose ??= render(view, document.querySelector('main'))
    }
    export const remove = () => dispose()`,
  'Svelte 5': `
    import { flushSync, mount, unmount } from 'svelte'
    import App from 'app.svelte'
    let app
    export const update = (props) => {
      app ??= mount(App, { target: document.querySelector('main'), props: { initial: props } })
      app.set(props)
      flushSync()
    }
    export const remove = () => unmount(app)`,
  'Lit 3': `
    import { html, render } from 'lit'
    const main = document.querySelector('main')
    export const update = ({ src, apiKey, pageSize, columns, labels, ownerNotice, onLoad }) =>
      render(html\`<photo-feed .src=\${src} .apiKey=\${apiKey} .pageSize=\${pageSize} .columns=\${columns}
        .labels=\${labels} ?owner-notice=\${ownerNotice} @photo-feed-load=\${onLoad}></photo-feed>\`, main)
    export const remove = () => render(html\`\`, main)`,
  'Angular 22': `
    import '@angular/compiler'
    import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core'
    import { bootstrapApplication } from '@angular/platform-browser'
    const given = signal({})
    class App {
      given = given
    }
    Component({
      selector: 'main',
      schemas: [CUSTOM_ELEMENTS_SCHEMA],
      template: \`<photo-feed [src]="given().src" [apiKey]="given().apiKey" [pageSize]="given().pageSize"
        [columns]="given().columns" [labels]="given().labels" [ownerNotice]="given().ownerNotice"
        (photo-feed-load)="given().onLoad($event)"></photo-feed>\`,
    })(App)
    let app
    export const update = async (props) => {
      given.set(props)
      app ??= await bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] })
      app.tick()
    }
    export const remove = () => app.destroy()`,
}

/** The component of Svelte's program. */
const svelteApp = `
  <script>
    let { initial } = $props()
    let given = $state.raw(initial)
    export const set = (props) => { given = props }
  </script>
  <photo-feed src={given.src} apiKey={given.apiKey} page-size={given.pageSize} columns={given.columns}
    labels={given.labels} ownerNotice={given.ownerNotice} onphoto-feed-load={given.onLoad}></photo-feed>`

test.each(Object.entries(programs))(
  '%s sets properties, objects too, and receives events',
  async (_, program) => {
    const { page, errors } = await site.open(
      '<main></main><script type="module" src="/element.js"></script>',
    )
    await page.addScriptTag({ type: 'module', content: await bundle(program) })
    await page.waitForFunction(() => 'program' in window && customElements.get('photo-feed'))
    const given = {
      src: site.mock.url,
      apiKey: site.mock.key('premium'),
      pageSize: 3,
      columns: '1 400:3',
    }
    const before = site.mock.requests.length

    /** Updates the component, and returns the properties of the element and the events so far. */
    const update = (props: object) =>
      page.evaluate(async (props) => {
        const { program, loads = [] } = window as unknown as Page
        Object.assign(window, { loads })
        await program.update({
          ...props,
          onLoad: (event: CustomEvent) => loads.push(event.detail.posts.length),
        })
        const element = document.querySelector('photo-feed') as unknown as HTMLElement &
          Record<string, unknown>
        const { apiKey, pageSize, columns, ownerNotice, labels } = element
        return { apiKey, pageSize, columns, ownerNotice, labels }
      }, props)

    const labels = { loadMore: 'More photos' }
    expect(await update({ ...given, labels, ownerNotice: true })).toEqual({
      apiKey: given.apiKey,
      pageSize: 3,
      columns: '1 400:3',
      ownerNotice: true,
      labels,
    })
    const feed = probe(page)
    await feed.button('More photos').waitFor()
    const again = await update({ ...given, labels: { loadMore: 'And more' }, ownerNotice: false })
    expect(again.ownerNotice).toBe(false)
    await feed.button('And more').waitFor()
    expect(await feed.host.getAttribute('owner-notice')).toBeNull()
    expect(await page.evaluate(() => (window as unknown as Page).loads)).toEqual([3])
    // One request, although properties are set one by one.
    expect(
      site.mock.requests.slice(before).filter(({ path }) => path === '/api/v1/me'),
    ).toHaveLength(1)
    await page.evaluate(() => (window as unknown as Page).program.remove())
    expect(await feed.host.count()).toBe(0)
    expect(errors).toEqual([])
  },
)

interface Page {
  loads: number[]
  program: { update(props: object): unknown; remove(): void }
}

async function bundle(program: string) {
  const { compile } = createRequire(join(installed, 'package.json'))('svelte/compiler')
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as program from 'program'\nwindow.program = program`,
      resolveDir: import.meta.dirname,
    },
    plugins: [
      {
        name: 'program',
        setup({ onResolve, onLoad }) {
          const files: Readonly<Record<string, () => string>> = {
            program: () => program,
            'app.svelte': () => compile(svelteApp, { generate: 'client' }).js.code,
          }
          onResolve({ filter: /^(program|app\.svelte)$/ }, ({ path }) => ({
            path,
            namespace: 'program',
          }))
          onLoad({ filter: /./, namespace: 'program' }, ({ path }) => ({
            contents: files[path]?.() ?? '',
            resolveDir: import.meta.dirname,
          }))
        },
      },
    ],
    bundle: true,
    nodePaths: [join(installed, 'node_modules')],
    format: 'esm',
    conditions: ['browser'],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
