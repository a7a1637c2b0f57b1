import type { Endpoint } from '../contract.ts'
import { compare } from './compare.ts'
import { explain } from './explain.ts'
import { exposure } from './exposure.ts'
import { reachedRecords } from './records.ts'
import { review } from './review.ts'
import { test } from './test.ts'

export const accessRoutes: readonly Endpoint[] = [exposure, reachedRecords, review, compare, explain, test]
