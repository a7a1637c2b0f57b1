import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourceNames, resourceOf } from '../../../packages/server/runtime/clients/resources.ts'
import { repositoryDir } from '../../../test/harness/paths.ts'
import { code, table } from './table.ts'

const units = {
  bytes: (value: number) => {
    if (value % 1024 ** 2 === 0) return `${value / 1024 ** 2} MiB`
    return value % 1024 === 0 && value > 1024 ? `${value / 1024} KiB` : `${value.toLocaleString('en-US')} bytes`
  },
  ms: (value: number) => {
    if (value % 3_600_000 === 0) return `${value / 3_600_000} h`
    return value >= 120_000 ? `${value / 60_000} min` : `${value / 1_000} s`
  },
  count: (value: number) => value.toLocaleString('en-US'),
}

/** What is limited, the module below packages/ and the constant in it, its unit, and what happens beyond the limit. */
const limited: readonly (readonly [string, string, string, keyof typeof units, string])[] = [
  ['headers of a request', 'server/http/connections/http1Limits.ts', 'maxHeaderBytes', 'bytes', '431'],
  ['address of a request', 'server/http/app.ts', 'maxUrlLength', 'bytes', '414'],
  ['parameters of an address', 'server/messages/parseQuery.ts', 'maxPairs', 'count', '400'],
  ['filter of a list of records', 'server/api/records/list.ts', 'maxFilterBytes', 'bytes', '400'],
  ['all other parameters of a list of records', 'server/api/records/list.ts', 'maxQueryBytes', 'bytes', '400'],
  ['time to send the headers', 'server/http/connections/http1Limits.ts', 'headersTimeoutMs', 'ms', '408'],
  ['time to send a request', 'server/http/connections/http1Limits.ts', 'requestTimeoutMs', 'ms', '408'],
  [
    'open requests of an HTTP/2 connection',
    'server/http/connections/openSecureServer.ts',
    'maxConcurrentStreams',
    'count',
    'others wait',
  ],
  [
    'canceled requests of an HTTP/2 connection, at once',
    'server/http/connections/openSecureServer.ts',
    'maxCanceled',
    'count',
    'the connection ends',
  ],
  [
    'waiting requests of an HTTP/1.1 connection',
    'server/http/connections/runSequentially.ts',
    'maxWaiting',
    'count',
    'the connection ends',
  ],
  ['body of a record, without files', 'server/api/records/precheck.ts', 'maxRecordBytes', 'bytes', '413'],
  ['body of a collection', 'server/api/collections/readCollectionForm.ts', 'maxCollectionBytes', 'bytes', '413'],
  ['parts of a form', 'server/http/bodies/readMultipart.ts', 'maxParts', 'count', '400'],
  [
    'files of a form that is stored at once',
    'server/http/limits/FormTurns.ts',
    'maxQuickFiles',
    'count',
    'one such form at a time',
  ],
  ['values in a JSON body', 'server/api/body/parseJson.ts', 'maxValues', 'count', '400'],
  ['keys of the object in a JSON body', 'server/api/body/parseJson.ts', 'maxKeys', 'count', '400'],
  ['depth of a JSON body', 'server/api/body/parseJson.ts', 'maxDepth', 'count', '400'],
  [
    'time in which a client reads nothing of a response',
    'server/http/connections/listen.ts',
    'stallTimeoutMs',
    'ms',
    'the connection ends',
  ],
  [
    'what a client has to read of a response of more than 1 MiB in 30 s',
    'server/http/responses/sendResponse.ts',
    'minProgressBytes',
    'bytes',
    'the connection ends',
  ],
  ['`perPage`', 'server/api/parameters.ts', 'maxPerPage', 'count', 'the limit applies'],
  ["`perPage` in today's dialect", 'server/api/parameters.ts', 'maxPerPageToday', 'count', 'the limit applies'],
  ["filter of a list in today's dialect", 'server/api/today/records/assertListLimits.ts', 'maxFilterLength', 'count', '400'],
  [
    "comparisons of a filter in today's dialect",
    'server/api/today/records/assertListLimits.ts',
    'maxComparisons',
    'count',
    '400',
  ],
  ["fields of a sort in today's dialect", 'server/api/today/records/assertListLimits.ts', 'maxSorts', 'count', '400'],
  ['JSON of a page of records', 'server/query/select/selectRecords.ts', 'maxPageLength', 'bytes', '400'],
  ['relations in a path of a filter, sort or `expand`', 'server/query/operands/resolvePath.ts', 'maxRelations', 'count', '400'],
  [
    'text behind `~` that repeats the same characters',
    'server/query/operands/textSearch.ts',
    'maxRepetitiveBytes',
    'bytes',
    '400',
  ],
  [
    'length × length of two fields that `~` compares, with wildcards in the second one',
    'server/db/Dialect.ts',
    'maxLikeSteps',
    'count',
    'neither `~` nor `!~`',
  ],
  ['the same without wildcards', 'server/db/Dialect.ts', 'maxSearchSteps', 'count', 'neither `~` nor `!~`'],
  [
    'expanded back relations per record',
    'server/query/expand/findReferringIds.ts',
    'maxPerTarget',
    'count',
    'the rest is left out',
  ],
  ['subscriptions of a client', 'server/api/realtime/subscribe.ts', 'maxSubscriptions', 'count', '400'],
  ['length of a subscription', 'server/api/realtime/subscribe.ts', 'maxSubscriptionBytes', 'bytes', '400'],
  [
    'different events of one change for subscriptions with options',
    'server/realtime/describeChange.ts',
    'maxCharacters',
    'bytes',
    '`@resync` instead',
  ],
  ['silence on an event stream', 'server/realtime/RealtimeClient.ts', 'idleTimeoutMs', 'ms', 'the stream ends'],
  ['events waiting for a slow client', 'server/realtime/RealtimeClient.ts', 'maxQueuedBytes', 'bytes', 'the stream ends'],
  ['the same if one event is longer', 'server/realtime/RealtimeClient.ts', 'maxLongQueuedBytes', 'bytes', 'the stream ends'],
  ['time to undo a deletion', 'server/records/undo/undoEntries.ts', 'undoTimeMs', 'ms', 'final'],
  ['mails waiting to be sent', 'server/mail/queuedMails.ts', 'maxWaitingMails', 'count', 'not sent, logged'],
  ['text of a client in a log entry', 'server/logs/logText.ts', 'maxLogTextBytes', 'bytes', 'cut'],
  ['memory of all thumbs being made', 'server/files/thumbs/Thumbs.ts', 'maxMemoryBytes', 'bytes', 'others wait'],
  ['memory of a read of a view', 'server/threads/processes/ProcessPool.ts', 'maxProcessBytes', 'bytes', '400'],
  [
    'sign-ins that ask one OAuth2 provider at once',
    'server/http/limits/ProviderTurns.ts',
    'maxConcurrent',
    'count',
    'others wait',
  ],
  ['the same of one client', 'server/http/limits/ProviderTurns.ts', 'maxConcurrentPerClient', 'count', 'others wait'],
  ['exchange with an OAuth2 provider', 'server/auth/oauth2/authenticateUser.ts', 'maxExchangeMs', 'ms', '400'],
]

/** Reads a numeric constant from a module. */
function readConstant(file: string, name: string): number {
  const text = readFileSync(join(repositoryDir, 'packages', file), 'utf8')
  const expression = new RegExp(`^(?:export )?const ${name} = ([\\d_ *]+)$`, 'm').exec(text)?.[1]
  if (expression === undefined) throw new Error(`packages/${file} has no constant ${name}.`)
  return expression.split('*').reduce((product, factor) => product * Number(factor.trim().replaceAll('_', '')), 1)
}

/** The fixed limits of the server. */
export function limits(): string {
  return table(
    ['what', 'limit', 'beyond it'],
    limited.map(([what, file, name, unit, beyond]) => [what, units[unit](readConstant(file, name)), beyond]),
  )
}

/** The limits for each client and for all clients together, with their defaults. */
export function clientLimits(): string {
  const amount = (value: number, unit: 'bytes' | 'count' | 'ms') =>
    unit === 'bytes' ? units.bytes(value) : `${units.count(value)}${unit === 'ms' ? ' ms' : ''}`
  return table(
    ['name', 'what', 'for each client', 'for all'],
    resourceNames.map(name => {
      const { description, unit, perClient, total } = resourceOf(name)
      return [code(name), description, amount(perClient, unit), amount(total, unit)]
    }),
  )
}
