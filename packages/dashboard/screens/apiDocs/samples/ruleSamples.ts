import type { Collection } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import { whereText } from '../parts/BodyBuilder.ts'
import { exampleId, isExample } from '../parts/exampleRecord.ts'
import { recordsPath } from '../parts/paths.ts'
import type { RuleNeeds } from '../rules/RuleNeeds.ts'
import type { Samples } from './languages.ts'
import { type SampleParts, writeSamples } from './writeSamples.ts'
import { Requester, requesterPlaceholder, writeDart, writeJavaScript } from './writeValue.ts'

/** Returns the query parameters and headers that a rule requires. */
export function requestOptions({ query, headers }: RuleNeeds) {
  const names = Object.entries(headers).map(([name, value]) => [name.replaceAll('_', '-'), value])
  return {
    ...(Object.keys(query).length > 0 && { query }),
    ...(names.length > 0 && { headers: Object.fromEntries(names) as Record<string, string> }),
  }
}

/** Writes named arguments of a call in Dart, one per line. */
export function dartArguments(options: object): string {
  return Object.entries(options)
    .map(([name, value]) => `  ${name}: ${writeDart(value, true).replaceAll('\n', '\n  ')},\n`)
    .join('')
}

/** Writes the last argument of a call in JavaScript; '' if there are no options. */
export function javaScriptOptions(options: object): string {
  return Object.keys(options).length > 0 ? `, ${writeJavaScript(options, true)}` : ''
}

function recordRemarks({ name }: Collection, isReplaced: boolean, conditions: readonly string[]): string[] {
  if (isReplaced) return [`Replace ${exampleId} with the id of a record of ${name}${whereText(conditions)}.`]
  return conditions.length > 0 ? [`The rule allows this for records${whereText(conditions)}.`] : []
}

/** Writes the id of a call's record, with remarks on what to replace. */
export function namedRecord({ collection, record, origin }: DocsSubject, needs: RuleNeeds) {
  const id = needs.isOwnRecord ? new Requester('id') : record.id
  const path = needs.isOwnRecord ? requesterPlaceholder('id') : encodeURIComponent(record.id)
  return {
    id,
    javascript: writeJavaScript(id),
    dart: writeDart(id),
    url: `${origin}${recordsPath(collection)}/${path}`,
    remarks: needs.isOwnRecord ? [] : recordRemarks(collection, isExample(record), needs.record),
  }
}

interface RuleSampleParts extends Pick<SampleParts, 'remarks' | 'javascript' | 'dart' | 'curl' | 'dartImports'> {
  subject: DocsSubject
  needs: RuleNeeds
  /** Sent values. */
  sent?: readonly unknown[]
}

/** Writes the samples of a call that is restricted by a rule. Remarks state the parts of the rule that the code does not cover. */
export function writeRuleSamples({ subject, needs, sent = [], remarks = [], ...parts }: RuleSampleParts): Samples {
  const keys = new Set(sent.flat().flatMap(value => (value instanceof Requester ? [value.key] : [])))
  return writeSamples({
    ...parts,
    origin: subject.origin,
    signIn: needs.signIn,
    account: needs.account,
    remarks: needs.underived.length > 0 ? [...remarks, `The rule also requires: ${needs.underived.join(' && ')}`] : remarks,
    curlRemarks: [...keys].map(key => `Replace ${requesterPlaceholder(key)} with the ${key} of the record that signs in.`),
  })
}
