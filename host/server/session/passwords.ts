import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CallError } from '@sinter/sdk/contract';
import * as z from 'zod';
import { threadFile } from '../threadFile.ts';
import type { PasswordTask } from './passwordThread.ts';

/** Threads of the lowest priority, one core left free: a burst of sign-ins must not slow down those who are in. */
const mostThreads = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Whoever comes when so many wait is sent away: about a second's work. */
const mostWaiting = 100;

interface Job {
  task: PasswordTask;
  done(answer: unknown): void;
  failed(reason: Error): void;
}
interface HashingThread {
  worker: Worker;
  job: Job | null;
}

const threads: HashingThread[] = [];
const waiting: Job[] = [];

const answerSchema = z.union([
  z.object({ done: z.union([z.string(), z.boolean()]) }),
  z.object({ failed: z.string() }),
]);

function startThread(): HashingThread {
  const thread: HashingThread = { worker: new Worker(threadFile('password-thread')), job: null };
  const { worker } = thread;
  worker.on('message', (message) => {
    const { job } = thread;
    const answer = answerSchema.parse(message);
    next(thread);
    if ('done' in answer) job?.done(answer.done);
    else job?.failed(new Error(answer.failed));
  });
  worker.on('error', (error) => {
    thread.job?.failed(error);
    threads.splice(threads.indexOf(thread), 1);
    const job = waiting.shift();
    if (job) give(startThread(), job);
  });
  threads.push(thread);
  return thread;
}

function give(thread: HashingThread, job: Job): void {
  thread.job = job;
  thread.worker.ref();
  thread.worker.postMessage(job.task);
}

/** A thread without work does not keep the process alive. */
function next(thread: HashingThread): void {
  const job = waiting.shift();
  if (job) give(thread, job);
  else {
    thread.job = null;
    thread.worker.unref();
  }
}

/** Throws RATE_LIMITED when too many wait already. */
function inThread(task: PasswordTask): Promise<unknown> {
  return new Promise((done, failed) => {
    const job: Job = { task, done, failed };
    const free = threads.find((thread) => thread.job === null);
    if (free) give(free, job);
    else if (threads.length < mostThreads) give(startThread(), job);
    else if (waiting.length < mostWaiting) waiting.push(job);
    else failed(new CallError('RATE_LIMITED'));
  });
}

/** Throws RATE_LIMITED when too many wait already. */
export async function hashPassword(password: string): Promise<string> {
  return z.string().parse(await inThread({ task: 'hash', password }));
}

/** Of a password that nobody has, made with the same cost. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$B19k28584FMeu+T+tkGu9w$Xc9wn8OhH8m0g+lROXUvvEKyfkm5geTU3/b726jfdxs';

/**
 * Takes as long for an unknown user (`hash` null) as for a wrong password, so that timing tells nothing. Throws
 * RATE_LIMITED when too many wait already.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const matches = await inThread({ task: 'verify', hash: hash ?? decoy, password });
  return hash !== null && matches === true;
}
