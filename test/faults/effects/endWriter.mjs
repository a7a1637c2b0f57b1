// Loaded into each thread of a server with `--import`. Ends the thread that writes between a commit and the message that announces it,
// whenever the file exists that the environment names.
import { existsSync, rmSync } from 'node:fs'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'

const trigger = process.env.COFFER_TEST_END_WRITER
if (!isMainThread && parentPort && workerData?.role === 'writer' && trigger) {
  const { postMessage } = parentPort
  parentPort.postMessage = (messages, ...rest) => {
    const announcesCommit = Array.isArray(messages) && messages.some(message => message.commit?.events.length > 0)
    if (announcesCommit && existsSync(trigger)) {
      rmSync(trigger)
      process.exit()
    }
    postMessage.call(parentPort, messages, ...rest)
  }
}
