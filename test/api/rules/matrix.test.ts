import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiResponse } from '../../harness/askApi.ts'
import { type Fingerprint, openFingerprint } from '../../harness/openFingerprint.ts'
import { uploadsUnderWay } from '../../harness/storedFiles.ts'
import { type Matrix, openMatrix } from './openMatrix.ts'
import { type Action, actions, expectedCells, type Requester, requesters, rulesTable } from './rulesTable.ts'

const rules = Object.entries(rulesTable).map(([what, { rule, expected }], position) => ({ what, rule, expected, position }))

let matrix: Matrix
let fingerprint: Fingerprint
beforeAll(async () => {
  matrix = await openMatrix(rules.map(({ rule }) => rule))
  fingerprint = openFingerprint(matrix.dataDir)
})
afterAll(async () => {
  fingerprint.close()
  await matrix.close()
})

const messages: Record<string, string> = {
  'list 400': 'Something went wrong while processing your request.',
  'create 400': 'Failed to create record.',
  'view 404': "The requested resource wasn't found.",
  'update 404': "The requested resource wasn't found.",
  'delete 404': "The requested resource wasn't found.",
  'file 403': 'Insufficient permissions to access the file resource.',
}

const messageOf = (action: Action, status: number): string | undefined =>
  messages[`${action} ${status}`] ?? (status === 403 ? 'Only admins can perform this action.' : undefined)

const isRejection = (action: Action, { status, text }: ApiResponse): boolean =>
  text === `${JSON.stringify({ code: status, message: messageOf(action, status), data: {} })}\n`

function isGranted(action: Action, requester: Requester, { status, json, text }: ApiResponse): boolean {
  if (action === 'delete') return status === 204 && text === ''
  if (action === 'file') return status === 200 && text.startsWith('sea')
  const names = { paper: expect.stringMatching(/^paper/), sealed: expect.stringMatching(/^sealed/) }
  if (action === 'view') expect(json).toMatchObject({ state: 'open', ...names })
  else expect(json, requester).toMatchObject({ state: 'open', paper: expect.stringMatching(/^paper_\w{10}\.txt$/) })
  return status === 200
}

/** Returns the number of records in a response; undefined for a response about a single record. */
function shown(action: Action, { status, json }: ApiResponse): number | undefined {
  if (status !== 200) return undefined
  if (action === 'list') return json.totalItems === (json.items as unknown[]).length ? json.totalItems : undefined
  return action === 'expand' ? Object.values(json.expand ?? {}).flat().length : undefined
}

/** Returns the table cell of a response: a number, a status, or a description of what is wrong with it. */
function cellOf(action: Action, requester: Requester, response: ApiResponse): string {
  const count = shown(action, response)
  if (count !== undefined) return `${count}`
  const isValid = response.status < 300 ? isGranted(action, requester, response) : isRejection(action, response)
  return isValid ? `${response.status}` : `[${response.status} ${response.text.trim()}]`
}

const isChange = (action: Action): boolean => action === 'create' || action === 'update' || action === 'delete'

test.each(rules)('each requester gets the specified results with the rule "$what": $rule', async ({ expected, position }) => {
  const table: Partial<Record<Requester, string>> = {}
  let before = fingerprint.take()
  for (const requester of requesters) {
    const cells: string[] = []
    for (const action of actions) {
      const response = await matrix.ask(requester, action, position)
      cells.push(cellOf(action, requester, response))
      if (response.status >= 400) {
        await expect.poll(() => uploadsUnderWay(matrix.dataDir), { interval: 2 }).toEqual([])
        expect(fingerprint.take(), `${requester} was refused, but with ${action}`).toEqual(before)
      } else if (isChange(action)) {
        await matrix.undo(action, position)
        before = fingerprint.take()
      }
    }
    table[requester] = cells.join(' ')
  }
  expect(table).toEqual(expectedCells(expected))
})
