import { isObject } from '@coffer/fields'
import { parseQuery } from '../messages/parseQuery.ts'

/** A parsed subscription. */
export interface Subscription {
  /** A collection name or id, followed by `/*` or by the id of a record. */
  topic: string
  /** Whether the topic is one record: then the view rule applies, otherwise the list rule. */
  isOfOne: boolean
  /** Values of `@request.query` in rules, including the list options `expand`, `fields` and `filter`. */
  query: [string, string][]
  /** Request headers, with lower-case names. */
  headers: Record<string, string>
}

const textOf = (value: unknown): string => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '')

const textsOf = (value: unknown): [string, string][] =>
  isObject(value) ? Object.entries(value).map(([name, part]) => [name, textOf(part)]) : []

/** Normalizes a header name: `myHeader`, `My-Header` and `my_header` become `my-header`. */
const headerName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

function readOptions(text: string): Pick<Subscription, 'query' | 'headers'> {
  try {
    const options: unknown = JSON.parse(text)
    if (!isObject(options)) return { query: [], headers: {} }
    const headers = textsOf(options.headers).map(([name, value]) => [headerName(name), value])
    return { query: textsOf(options.query), headers: Object.fromEntries(headers) }
  } catch {
    return { query: [], headers: {} }
  }
}

/** Returns the part of a subscription before its options. */
export function topicOf(subscription: string): string {
  return subscription.split('?', 1)[0] ?? ''
}

/** Returns the id or name of the collection of a topic. */
export function collectionOf(topic: string): string {
  return topic.split('/', 1)[0] ?? ''
}

/** Returns whether a topic is one record, not a whole collection. */
export function isTopicOfOne(topic: string): boolean {
  return topic.includes('/') && !topic.endsWith('/*')
}

/** Returns whether a subscription has options such as a filter, `expand` or `fields`. */
export function hasOptions(subscription: string): boolean {
  return subscription.includes('?')
}

/** Parses a subscription such as `posts/*?options={"query":{"fields":"id"}}`. Ignores invalid options. */
export function parseSubscription(subscription: string): Subscription {
  const topic = topicOf(subscription)
  const isOfOne = isTopicOfOne(topic)
  if (!hasOptions(subscription)) return { topic, isOfOne, query: [], headers: {} }
  const options = parseQuery(subscription).find(([name]) => name === 'options')?.[1] ?? ''
  return { topic, isOfOne, ...readOptions(options) }
}
