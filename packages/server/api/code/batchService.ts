import type { Collection } from '@coffer/schema'
import { findRequester } from '../../auth/findRequester.ts'
import type { ClaimedJob } from '../../db/engine.ts'
import { contextOfJob } from '../../db/engineOfJob.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { type ApiReply, jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { BatchChange, BatchRequest, DataResponse } from '../../messages/DataRequest.ts'
import { jsonOf } from '../../messages/json.ts'
import { changeRecords, type RecordChange } from '../../records/changeRecords.ts'
import type { WrittenRecord } from '../../records/RecordInput.ts'
import { withoutHidden } from '../../records/rows/hiddenFields.ts'
import { createActor } from '../../records/rules/Actor.ts'
import type { Requester } from '../../records/rules/Requester.ts'
import { showRecord } from '../../records/visible/showRecords.ts'
import type { App, LiveApp } from '../App.ts'
import { errorReply } from '../errorReplies.ts'
import type { CallScripts } from '../Steps.ts'
import { callBatchHooks } from '../today/batch/callBatchHooks.ts'

/** Maximum number of changes of a batch, for which other changes wait. */
const maxChanges = 500

function getTable({ catalog }: App, name: string): Collection {
  const collection = catalog.find(name)
  if (!collection) throw new Rejection('missing', { message: `There is no collection ${name}.` })
  if (collection.type === 'view')
    throw new Rejection('invalid', { message: `The records of the view ${name} cannot be changed.` })
  return collection
}

function changeOf(app: App, requester: Requester, change: BatchChange): RecordChange {
  const collection = getTable(app, change.collection)
  if (change.action === 'delete') return { ...change, collection }
  const { body, ...rest } = change
  const input = withoutHidden(collection, requester, { values: body, files: [] })
  return { ...rest, collection, input } as RecordChange
}

/** Returns the changes as the hooks of scripts before them need them. */
function plan(app: App, requester: Requester, request: ApiRequest, changes: readonly BatchChange[]) {
  const actor = createActor(requester, request)
  const created = new Set<string>()
  return changes.map(one => {
    const change = { ...changeOf(app, requester, one), actor }
    const key = (id: unknown) => `${change.collection.id}/${id}`
    if (change.action === 'create') created.add(key(change.input.values.id))
    return { change, isOfBatch: change.action !== 'create' && created.has(key(change.id)) }
  })
}

const noFailure = () => undefined

/** Creates the operations that make the changes of a batch of hooks. */
export function createBatchService(live: LiveApp) {
  const run = async (
    app: App,
    { changes, as }: BatchRequest,
    authorization: string | undefined,
    hooks: Pick<ApiRequest, 'scripts' | 'scripted'> = {},
  ): Promise<unknown[] | CallScripts> => {
    if (changes.length > maxChanges)
      throw new Rejection('invalid', { message: `A batch has at most ${maxChanges} changes. Split it.` })
    const headers = authorization === undefined ? {} : { authorization }
    const body = { kind: 'none' } as const
    const request: ApiRequest = { method: 'POST', url: '', params: {}, headers, remoteIp: '', query: [], body, ...hooks }
    const requester = await findRequester(app, authorization, as === 'caller' ? undefined : as)
    const planned = plan(app, requester, request, changes)
    const called = hooks.scripts && (await callBatchHooks({ app, request, requester }, planned, noFailure))
    if (called?.kind === 'callScripts') return called
    const written = await changeRecords(
      app,
      createActor(requester, request),
      planned.map(({ change }) => change),
    )
    const show = async ({ record, lookup }: WrittenRecord) =>
      app.recordFormat.value(await showRecord(app.db, record, requester, lookup, undefined))
    return Promise.all(written.map(one => (one ? show(one) : null)))
  }
  const appOf = async (job: ClaimedJob | undefined): Promise<App> => contextOfJob(await live.snapshot(), job)
  return {
    /** Makes all changes of a batch, or none; those of a job only while it has its claim. Resolves with the records, null for deletions; or with an error response. */
    run: (batch: BatchRequest, authorization: string | undefined, job?: ClaimedJob): Promise<DataResponse> =>
      live.lock.runShared(async () => {
        try {
          return { status: 200, json: JSON.stringify(await run(await appOf(job), batch, authorization)) }
        } catch (error) {
          const { status, json } = errorReply(error)
          return { status, json: jsonOf(json) }
        }
      }),
    /**
     * The same with hooks of models.
     * @returns the call of the next hooks, after which the batch is repeated with what they have left, or the reply
     */
    runWithScripts: (
      batch: BatchRequest,
      authorization: string | undefined,
      { job, ...hooks }: Pick<ApiRequest, 'scripts' | 'scripted' | 'job'>,
    ): Promise<ApiReply | CallScripts> =>
      live.lock.runShared(async () => {
        try {
          const done = await run(await appOf(job), batch, authorization, hooks)
          if ('kind' in done) return done
          const reply = jsonReply(JSON.stringify(done))
          const changes = hooks.scripted?.changes?.map(({ call }) => call) ?? []
          return changes.length > 0 ? { kind: 'callScripts', call: { kind: 'madeChanges', changes }, reply } : reply
        } catch (error) {
          return errorReply(error)
        }
      }),
  }
}
