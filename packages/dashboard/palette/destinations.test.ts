import { Folder } from 'lucide-react'
import { expect, it } from 'vitest'
import { matchDestinations } from './destinations.ts'

const all = [
  ['post_stats', 'View collection'],
  ['blog posts', 'Base collection'],
  ['posts', 'Base collection'],
  ['Mail settings', 'Settings'],
].map(([label = '', hint = '']) => ({ id: label, label, hint, icon: Folder, go: () => {} }))

it.each([
  ['', ['post_stats', 'blog posts', 'posts', 'Mail settings']],
  ['posts', ['posts', 'blog posts']],
  [' POST ', ['post_stats', 'posts', 'blog posts']],
  ['base post', ['blog posts', 'posts']],
  ['sett mail', ['Mail settings']],
  ['nothing', []],
])('matchDestinations finds for "%s" the destinations %o', (typed, labels) => {
  expect(matchDestinations(all, typed).map(({ label }) => label)).toEqual(labels)
})
