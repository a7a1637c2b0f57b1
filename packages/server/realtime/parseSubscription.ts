import { parseQuery } from '../messages/parseQuery.ts'

/** What a subscription asks for. */
export interface Subscription {
  /** A collection by name or id, with `/*` or a record's id behind it. */
  topic: string
  /** Whether it is about one record: then the view rule counts, else the list rule. */
  isOfOne: boolean
  /** What rules find in `@request.query`, and the options of a list among them: expand, fields, filter. */
  query: [string, string][]
  /** Lower-case names, as of a request. */
  headers: Record<string, string>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '')

const textsOf = (value: unknown): [string, string][] =>
  isObject(value) ? Object.entries(value).map(([name, part]) => [name, textOf(part)]) : []

/** `myHeader`, `My-Header` and `my_header` are one. */
const headerName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()

const readOptions = (text: string): Pick<Subscription, 'query' | 'headers'> => {
  try {
    const options: unknown = JSON.parse(text)
    if (!isObject(options)) return { query: [], headers: {} }
    const headers = textsOf(options.headers).map(([name, value]) => [headerName(name), value])
    return { query: textsOf(options.query), headers: Object.fromEntries(headers) }
  } catch {
    return { query: [], headers: {} }
  }
}

/** The part of a subscription before its options. */
export const topicOf = (subscription: string): string => subscription.split('?', 1)[0] ?? ''

/** Whether a topic is one record rather than all of a collection. */
export const isTopicOfOne = (topic: string): boolean => topic.includes('/') && !topic.endsWith('/*')

/** Whether it says more than what it is about: a filter, an expand, fields. */
export const hasOptions = (subscription: string): boolean => subscription.includes('?')

/** Reads a subscription such as `posts/*?options={"query":{"fields":"id"}}`; options that cannot be read count as none. */
export const parseSubscription = (subscription: string): Subscription => {
  const topic = topicOf(subscription)
  const isOfOne = isTopicOfOne(topic)
  if (!hasOptions(subscription)) return { topic, isOfOne, query: [], headers: {} }
  const options = parseQuery(subscription).find(([name]) => name === 'options')?.[1] ?? ''
  return { topic, isOfOne, ...readOptions(options) }
}
