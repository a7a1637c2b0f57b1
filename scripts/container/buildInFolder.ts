import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DockerfileParser, type Flag, type Instruction, type ModifiableInstruction } from 'dockerfile-ast'
import { runDownload } from '../runDownload.ts'

/** The result of a Dockerfile's last stage. Paths in it are below `root`. */
export interface Image {
  root: string
  /** The name of the image that the stage starts from. */
  base: string
  env: Record<string, string>
  workdir: string
  user: { uid: number; gid: number } | undefined
  volumes: string[]
  ports: string[]
  stopSignal: string
  healthcheck: string[]
  /** The entry point and its arguments. */
  command: string[]
}

/**
 * Runs the steps of a Dockerfile without a container engine: each stage is a folder, and absolute paths lead into it. Programs are
 * those of this machine, as if its system were the base image.
 * @param folder an empty folder for the stages
 * @param programEnv environment variables of the programs that RUN starts
 * @throws Error if a program fails or exceeds the time limit of a download
 */
export async function buildInFolder(dockerfile: string, folder: string, programEnv: NodeJS.ProcessEnv): Promise<Image> {
  const stages = new Map<string, string>()
  let image: Image | undefined
  for (const instruction of DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      image = startStage(instruction, folder, stages)
      continue
    }
    if (image === undefined) throw new Error('The Dockerfile does not begin with FROM.')
    const step = steps[instruction.getKeyword()]
    if (step === undefined) throw new Error(`${instruction.getKeyword()} is not supported.`)
    await step(instruction, image, { context: dirname(dockerfile), stages, programEnv })
  }
  if (image === undefined) throw new Error('The Dockerfile has no stage.')
  return image
}

function startStage(instruction: Instruction, folder: string, stages: Map<string, string>): Image {
  const [base = '', , name = String(stages.size)] = argumentsOf(instruction)
  const root = join(folder, name)
  mkdirSync(join(root, 'tmp'), { recursive: true })
  chmodSync(join(root, 'tmp'), 0o1777)
  stages.set(name, root)
  return {
    root,
    base,
    env: {},
    workdir: root,
    user: undefined,
    volumes: [],
    ports: [],
    stopSignal: '',
    healthcheck: [],
    command: [],
  }
}

interface Surroundings {
  context: string
  stages: ReadonlyMap<string, string>
  programEnv: NodeJS.ProcessEnv
}

const argumentsOf = (instruction: Instruction): string[] => instruction.getArguments().map(argument => argument.getValue())

const contentOf = (instruction: Instruction): string => instruction.getArgumentsContent() ?? ''

/** Lets the absolute paths in a text lead into the folder of a stage. */
const inside = (root: string, text: string): string => text.replace(/(^|[\s=:"'])\/(?=\w)/g, `$1${root}/`)

/** Returns the strings of the exec form, in which no shell interprets them. */
function execForm(content: string): string[] {
  if (!content.startsWith('[')) throw new Error(`Write this as a JSON array, so that signals reach the program: ${content}`)
  return JSON.parse(content)
}

const flagOf = (instruction: Instruction, name: string): string | undefined =>
  (instruction as ModifiableInstruction)
    .getFlags()
    .find((flag: Flag) => flag.getName() === name)
    ?.getValue() ?? undefined

const steps: Record<string, (instruction: Instruction, image: Image, surroundings: Surroundings) => void | Promise<void>> = {
  COPY(instruction, { root }, { context, stages }) {
    const from = flagOf(instruction, 'from')
    const paths = argumentsOf(instruction)
    const target = paths.pop() ?? ''
    const source = from === undefined ? context : stages.get(from)
    if (source === undefined) throw new Error(`There is no stage ${from}.`)
    const files = paths.flatMap(path => globSync(path.replace(/^\//, ''), { cwd: source }))
    if (files.length === 0) throw new Error(`COPY finds no file: ${contentOf(instruction)}`)
    for (const file of files) {
      const name = target.endsWith('/') ? join(target, basename(file)) : target
      cpSync(join(source, file), join(root, name), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    }
  },
  async RUN(instruction, { root, env, workdir }, { programEnv }) {
    const command = inside(root, contentOf(instruction))
    const subject = `what this step of the Dockerfile needs (${command})`
    await runDownload('sh', ['-euc', command], { subject, cwd: workdir, env: { ...programEnv, ...env } })
  },
  ENV(instruction, { root, env }) {
    const [name = '', value = ''] = contentOf(instruction).split(/=(.*)/s)
    env[name] = inside(root, value)
  },
  USER(instruction, image) {
    const [uid, gid] = contentOf(instruction).split(':').map(Number)
    if (!uid || !gid) throw new Error('USER must be two numbers, because the base image does not have the names.')
    image.user = { uid, gid }
  },
  WORKDIR(instruction, image) {
    image.workdir = join(image.root, contentOf(instruction))
    mkdirSync(image.workdir, { recursive: true })
  },
  VOLUME(instruction, image) {
    const path = join(image.root, contentOf(instruction))
    if (!statSync(path).isDirectory()) throw new Error(`The volume ${path} is not a folder.`)
    image.volumes.push(path)
  },
  EXPOSE(instruction, image) {
    image.ports.push(...argumentsOf(instruction))
  },
  STOPSIGNAL(instruction, image) {
    image.stopSignal = contentOf(instruction)
  },
  HEALTHCHECK(instruction, image) {
    const [, command = ''] = contentOf(instruction).split(/^CMD /)
    image.healthcheck = execForm(command)
  },
  ENTRYPOINT(instruction, image) {
    image.command = execForm(contentOf(instruction)).map(part => inside(image.root, part))
  },
  CMD(instruction, image) {
    image.command.push(...execForm(contentOf(instruction)))
  },
}
