import { createProgram } from '../../../packages/server/cli/program.ts'

type Command = ReturnType<typeof createProgram>

const helpWidth = 100

/** Returns the help of a command as the terminal shows it. */
function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({
    writeOut: text => {
      help += text
    },
    getOutHelpWidth: () => helpWidth,
  })
  command.outputHelp()
  return help.trim()
}

const nameOf = (command: Command): string => (command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name())

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)]

/** The help of each command. */
export function commands(): string {
  return withSubcommands(createProgram())
    .map(command => `## ${nameOf(command)}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``)
    .join('\n\n')
}
