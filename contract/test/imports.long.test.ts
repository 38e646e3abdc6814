import { expect, test } from 'vitest'
import { catalog } from '../src/catalog/catalog.ts'
import { checked } from './cli/in-process.ts'
import { mockOfFile } from './support/conforming-server.ts'

const server = await mockOfFile()

/** A rule that compares responses without `compares` would blame the service for an import between them. */
test.for(catalog.filter(({ kind }) => kind === 'request').map(({ id }) => id))(
  'an import between any two requests of a rule is no failure: %s',
  async (id) => {
    const premium = server.posts('premium')
    let requests = 0
    const { report } = await checked([server.url, '--key', server.key('premium'), '--only', id], {
      async fetch(input, init) {
        requests += 1
        const response = await fetch(input, init)
        if (requests % 2 === 0) premium.publish({ mediaType: 'IMAGE', caption: `Post ${requests}` })
        return response
      },
    })
    expect(report.rules.filter(({ outcome }) => outcome === 'fail')).toEqual([])
  },
)
