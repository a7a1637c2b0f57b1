import type { ReceivedMail } from '../../harness/openMailSink.ts'
import { compareValues } from './compareValues.ts'
import type { Difference, ExpectedMail } from './Exchange.ts'
import type { Captured } from './placeholders.ts'

const missingPieces = (pieces: readonly string[] = [], text: string, at: string): Difference[] =>
  pieces.filter(piece => !text.includes(piece)).map(piece => ({ at, expected: `… ${piece} …`, got: text }))

function compareMail(expected: ExpectedMail, got: ReceivedMail, captured: Captured, at: string): Difference[] {
  const heads = (['to', 'from', 'subject'] as const).flatMap(key => {
    const wanted = expected[key]
    return wanted === undefined ? [] : compareValues(wanted, got[key], captured, `${at}.${key}`)
  })
  return [
    ...heads,
    ...missingPieces(expected.textIncludes, got.text, `${at}.text`),
    ...missingPieces(expected.htmlIncludes, got.html, `${at}.html`),
  ]
}

/** Compares emails with the recorded ones, in order. */
export function compareMails(expected: readonly ExpectedMail[], got: readonly ReceivedMail[], captured: Captured): Difference[] {
  const count = expected.length === got.length ? [] : [{ at: 'mails', expected: expected.length, got: got.length }]
  return [
    ...count,
    ...expected.flatMap((mail, index) => {
      const received = got[index]
      return received === undefined ? [] : compareMail(mail, received, captured, `mail[${index}]`)
    }),
  ]
}
