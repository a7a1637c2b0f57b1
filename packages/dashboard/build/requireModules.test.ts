import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { requireModules } from './requireModules.ts'

const buildWith = (...paths: string[]) =>
  build({
    configFile: false,
    logLevel: 'silent',
    plugins: [requireModules(paths)],
    build: { write: false, rolldownOptions: { input: fileURLToPath(new URL('../table/sort.ts', import.meta.url)) } },
  })

test('a path that matches a module passes the build', async () => {
  await expect(buildWith('packages/dashboard/table/sort')).resolves.toBeDefined()
})

test('a path that matches no module fails the build, and the message names it', async () => {
  await expect(buildWith('packages/dashboard/table/sort', 'packages/dashboard/table/renamed')).rejects.toThrow(
    'No module has these paths. Correct the list in build/chunkGroups.ts: packages/dashboard/table/renamed',
  )
})
