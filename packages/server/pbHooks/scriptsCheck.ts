import { type Check, counted } from '../dataDirectory/doctor/Check.ts'
import { examineScripts } from './examineScripts.ts'

/** Creates the check of a folder of hooks of PocketBase 0.22. */
export function scriptsCheck(folder: string): Check {
  return {
    name: 'pbHooks',
    title: 'The files of pb_hooks run here, and paste no value into a filter.',
    find: async () => {
      const examples = examineScripts(folder)
      if (examples.length === 0) return []
      const message = `pb_hooks has ${counted(examples.length, 'place')} with code that does not run, or that pastes a value into a filter.`
      return [{ severity: 'problem', message, advice: 'Change the files as each line says.', examples }]
    },
  }
}
