import { copyDataDir, type Preparation, type SampleCopy, sendMailTo } from '../../harness/copySample.ts'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import type { Scenario } from './Exchange.ts'
import type { Topic } from './readTopics.ts'

/** The samples whose users have slow passwords. */
const withUsers: readonly Topic['sample'][] = ['magazine', 'later']

/** Makes a copy answer clients as PocketBase 0.23 and later do, and gives rules the meaning that they have there. */
const likeToday: Preparation = {
  db: 'data',
  sql: `UPDATE _params SET value = json_set(value, '$.coffer', json('{"dialect":"today"}')) WHERE key = 'settings';
    INSERT INTO _params (id, key, value) VALUES ('meaningofrules1', 'cofferRuleMeaning', '"today"');`,
}

/**
 * Opens a sandbox on a copy of a data directory that is prepared for a topic or one of its scenarios, with a mail sink if the scenario
 * needs one. If opening fails, the copy and the sink are removed.
 */
export async function openOnCopy<T>(
  topic: Topic,
  scenario: Scenario | undefined,
  source: string,
  open: (copy: SampleCopy, sink: MailSink | undefined) => Promise<T>,
): Promise<T> {
  const sink = scenario?.mail === true ? await openMailSink() : undefined
  let copy: SampleCopy | undefined
  try {
    const mail = sink === undefined ? [] : [sendMailTo(sink.port)]
    const passwords = withUsers.includes(topic.sample) ? [fastPasswords] : []
    // An import has done this already.
    const instance = topic.dialect === 'today' && topic.source === undefined ? [likeToday] : []
    const prepare = [...passwords, ...instance, ...(topic.prepare ?? []), ...(scenario?.prepare ?? []), ...mail]
    copy = await copyDataDir(source, prepare, topic.database)
    return await open(copy, sink)
  } catch (error) {
    await copy?.remove()
    await sink?.close()
    throw error
  }
}
