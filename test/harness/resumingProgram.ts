import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from './paths.ts'

/**
 * Returns a program with the SDK and the wrapper of the manual, which prints `got` with a field of each event of a collection, and
 * `resync` with the subscriptions whose records have to be loaded again.
 */
export function resumingProgram(port: number, collection: string, field: string): string {
  const manual = readFileSync(join(repositoryDir, 'docs/manual/realtime.md'), 'utf8')
  const [, wrapper = ''] = /^## Receive what was missed.*?```js\n(.*?)\n\npb\./ms.exec(manual) ?? []
  return `
    import PocketBase from 'pocketbase'
    ${wrapper}
    const pb = new PocketBase('http://127.0.0.1:${port}')
    await pb.collection('${collection}').subscribe('*', ({ record }) => console.log('got', record.${field}))
    await pb.realtime.subscribe('@resync', ({ subscriptions }) => console.log('resync', subscriptions.join()))
    console.log('subscribed')
  `
}
