import { dateText } from '../runtime/now.ts'
import { type LogEntry, levels } from './LogEntry.ts'
import type { LogSink } from './LogSink.ts'
import { logText } from './logText.ts'

const maxCharacters = 300

/** Whether the server itself failed. Requests that are rejected because of their content are errors of their clients. */
function isServerError({ level, data }: LogEntry): boolean {
  if (level < levels.warning) return false
  const { type, status } = JSON.parse(data) as { type?: unknown; status?: unknown }
  return type !== 'request' || Number(status) >= 500
}

/** Remembers the last error of this server, even if the settings do not store its level. */
export class LastError {
  #entry: LogEntry | undefined

  /** Returns a sink that also notes errors. */
  watch(sink: LogSink): LogSink {
    return {
      write: entry => {
        if (isServerError(entry)) this.#entry = entry
        sink.write(entry)
      },
    }
  }

  /** The message and the date of the last error, in the stored form; both are empty if there was none. */
  get value(): { lastError: string; lastErrorDate: string } {
    if (!this.#entry) return { lastError: '', lastErrorDate: '' }
    const { message, data, created } = this.#entry
    const { error = '' } = JSON.parse(data) as { error?: unknown }
    // The other lines are the stack.
    const [reason = ''] = String(error)
      .replace(/^Error: /, '')
      .split('\n', 1)
    const text = reason === '' ? message : `${message.replace(/\.$/, '')}: ${reason}`
    return { lastError: logText(text).slice(0, maxCharacters), lastErrorDate: dateText(new Date(created)) }
  }
}
