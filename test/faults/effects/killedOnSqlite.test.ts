import { test } from 'vitest'
import { cuts, killRepeatedly } from './killRepeatedly.ts'

test(
  `on sqlite, a server that is killed at least ${cuts} times between commits and their effects sends all mails, removes all files, and calls all web hooks`,
  {
    timeout: cuts * 40_000,
  },
  () => killRepeatedly('sqlite'),
)
