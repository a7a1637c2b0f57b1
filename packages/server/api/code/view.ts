import type { CallReport } from '../../code/CallStatistics.ts'
import type { JobRun } from '../../code/storedJobRuns.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { appliedMigrations } from '../../migrations/migrationFiles.ts'
import { dateText } from '../../runtime/now.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import type { MainServices } from '../MainServices.ts'
import { inReader, next } from '../Steps.ts'

const timeText = (milliseconds: number): string => dateText(new Date(milliseconds))

function callsJson<Report extends CallReport>({ lastError, ...report }: Report) {
  return { ...report, lastError: lastError ? { ...lastError, time: timeText(lastError.time) } : null }
}

/** Returns when a job runs next, and its last run. */
function runsJson({ next, lastRun }: { next?: number | undefined; lastRun?: JobRun | undefined }) {
  return {
    next: next === undefined ? '' : timeText(next),
    lastRun: lastRun ? { error: '', ...lastRun, started: timeText(lastRun.started) } : null,
  }
}

async function codeJson({ host, jobs }: NonNullable<MainServices['code']>, collections: readonly string[]) {
  const { files, hooks, routes } = host.code
  const calls = (key: string) => callsJson(host.statistics.report(key))
  return {
    folder: host.folder,
    processes: host.processes,
    stopped: host.stopped,
    broken: host.broken ? { ...host.broken, since: timeText(host.broken.since) } : null,
    files,
    hooks: hooks.map(hook => ({
      ...hook,
      hasCollection: hook.collection === '*' || collections.includes(hook.collection),
      ...calls(hook.key),
    })),
    routes: routes.map(route => ({ ...route, ...calls(route.file) })),
    jobs: (await jobs.list()).map(({ next, lastRun, ...job }) => ({
      ...job,
      ...calls(`job ${job.name}`),
      ...runsJson({ next, lastRun }),
    })),
  }
}

async function scriptsJson(scripts: NonNullable<MainServices['scripts']>) {
  const states = await scripts.jobs.states()
  const { broken, hooks, routes, jobs, ...report } = scripts.host.report()
  return {
    ...report,
    broken: broken ? { ...broken, since: timeText(broken.since) } : null,
    hooks: hooks.map(callsJson),
    routes: routes.map(callsJson),
    jobs: jobs.map(job => {
      const { isRunning = false, ...runs } = states.get(job.id) ?? {}
      return { ...callsJson(job), isRunning, ...runsJson(runs) }
    }),
  }
}

const noCode = { folder: '', processes: 0, stopped: '', broken: null, files: [], hooks: [], routes: [], jobs: [] }

/**
 * Returns the folders of code with what their files have registered, and how that has run, and the migrations with their state. Without
 * a folder of hooks, its path is empty.
 */
export const viewCode: Endpoint = {
  method: 'GET',
  path: '/code',
  operation: { id: 'viewCode', summary: 'View hooks, routes, jobs and migrations', returns: 'Code' },
  guard: adminOnly,
  steps: inReader(async ({ app }) => {
    const collections = app.catalog.all.map(({ name }) => name)
    return next({ applied: await appliedMigrations(app.db), collections })
  }).inMain(async ({ code, scripts, migrationFiles }, { applied, collections }) => {
    const isApplied = new Set(applied)
    return jsonReply({
      ...(code ? await codeJson(code, collections) : noCode),
      scripts: scripts ? await scriptsJson(scripts) : null,
      migrations: migrationFiles().map(({ name, kind }) => ({ name, kind, isApplied: isApplied.has(name) })),
    })
  }),
}
