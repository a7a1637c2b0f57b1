import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryDir } from '../../test/harness/paths.ts'
import { methodsOfSdk, type SdkPackage } from '../../test/harness/sdkMethods.ts'

/** The names of the services in the table. Methods of records have none. */
const services: Record<string, string> = {
  AdminService: 'admins.',
  BackupService: 'backups.',
  BatchService: 'batch.',
  Client: 'pb.',
  CollectionService: 'collections.',
  CronService: 'crons.',
  FileService: 'files.',
  HealthService: 'health.',
  LogService: 'logs.',
  RealtimeService: 'realtime.',
  RecordService: '',
  SettingsService: 'settings.',
  SQLService: 'sql.',
  SubBatchService: 'batch.',
}

/** A row of the table: its methods, and what it says of the SDKs. */
interface MethodRow {
  methods: string[]
  works: Record<SdkPackage, string>
}

/** Reads the names of a cell: `.b` after `a.c` stands for `a.b`. */
function namesIn(cell: string): string[] {
  let service = ''
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => {
    if (name.startsWith('.')) return service + name
    service = name.split('.').slice(0, -1).join('.')
    return name
  })
}

function readTable(): MethodRow[] {
  const page = readFileSync(join(repositoryDir, 'docs/manual/clients.md'), 'utf8')
  const [, section = ''] = page.split('\n## Method by method\n')
  const lines =
    section
      .split('\n## ', 1)[0]
      ?.split('\n')
      .filter(line => line.startsWith('|')) ?? []
  return lines.slice(2).map(line => {
    const [, names = '', older = '', newer = ''] = line.split('|').map(cell => cell.trim())
    return { methods: namesIn(names), works: { pocketbase: older, 'pocketbase-today': newer } }
  })
}

test.each(['pocketbase', 'pocketbase-today'] as const)(
  'the manual has every method of the SDK %s in one row, and no other',
  sdk => {
    const shown = readTable().flatMap(({ methods, works }) => (works[sdk] === '–' ? [] : methods))
    const methods = methodsOfSdk(sdk).map(method => {
      const [service = '', name = ''] = method.split('.')
      expect(services, method).toHaveProperty(service)
      return `${services[service]}${name}`
    })
    expect(methods.length).toBeGreaterThan(60)
    expect(shown.toSorted()).toEqual(methods.toSorted())
  },
)

test('each row of methods says for both SDKs whether they work, and how they differ', () => {
  const rows = readTable()
  expect(rows.filter(({ methods }) => methods.length === 0)).toEqual([])
  for (const { methods, works } of rows)
    for (const word of Object.values(works)) expect(['yes', 'differs', 'no', '–'], methods.join()).toContain(word)
})
