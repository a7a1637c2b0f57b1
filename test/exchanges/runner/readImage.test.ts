import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { samplesDir } from '../../harness/paths.ts'
import { readImage } from './readImage.ts'

test.each([
  ['wide.png', { format: 'png', width: 160, height: 90 }],
  ['photo.jpg', { format: 'jpg', width: 120, height: 80 }],
  ['dot.gif', { format: 'gif', width: 2, height: 2 }],
  ['dot.webp', { format: 'webp' }],
  ['Odd Name (1) été.PNG', { format: 'png' }],
])('the format and size of %s are detected', async (name, facts) => {
  expect(await readImage(readFileSync(join(samplesDir, 'files', name)))).toMatchObject(facts)
})

test.each(['note.txt', 'empty.txt', 'logo.svg', 'text-in-disguise.png'])('%s is not an image', async name => {
  expect(await readImage(readFileSync(join(samplesDir, 'files', name)))).toBeUndefined()
})
