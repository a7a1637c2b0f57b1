import { type Limits, type ResourceName, resourceNames, resourceOf } from './resources.ts'

const factors: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

/** Parses an amount such as `500`, `64MiB` or `1.5GiB`. Returns undefined if it is none, or not a whole number of bytes. */
function parseAmount(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)\s*(KiB|MiB|GiB)?$/.exec(text.trim()) ?? []
  if (number === undefined) return undefined
  const amount = Number(number) * (factors[unit] ?? 1)
  return Number.isInteger(amount) && amount > 0 ? amount : undefined
}

function formatAmount(amount: number): string {
  const unit = ['GiB', 'MiB', 'KiB'].find(each => amount % (factors[each] ?? 1) === 0) ?? ''
  return `${amount / (factors[unit] ?? 1)}${unit}`
}

/** Formats limits as `parseLimits` accepts them. */
export function formatLimits(limits: Limits): string {
  return Object.entries(limits)
    .map(([name, { perClient, total }]) => `${name}=${formatAmount(perClient)}/${formatAmount(total)}`)
    .join(',')
}

const isResource = (name: string): name is ResourceName => (resourceNames as readonly string[]).includes(name)

/**
 * Parses limits such as `largeBodyBytes=64MiB/128MiB`: the limit of each client, and the one of all clients together.
 * @throws Error with a sentence for the command line
 */
export function parseLimits(items: readonly string[]): Limits {
  const limits: Limits = {}
  for (const item of items) {
    const [name = '', amounts = ''] = item.split('=')
    const [own = '', all = ''] = amounts.split('/')
    if (!isResource(name)) {
      throw new Error(`"${item}" is no limit. Use NAME=EACH/ALL with one of these names: ${resourceNames.join(', ')}.`)
    }
    const perClient = parseAmount(own)
    const total = parseAmount(all)
    if (perClient === undefined || total === undefined || perClient > total) {
      const example = formatLimits({ [name]: resourceOf(name) })
      throw new Error(`"${item}" is no limit. Use two amounts, the first at most as large as the second, as in ${example}.`)
    }
    limits[name] = { perClient, total }
  }
  return limits
}
