import { ASSUMED, type Assumptions, type Costs, MEASURED } from './costs';
import { deploymentFor, type Deployment, needsOf, saturationOf, SMALLEST } from './model';

/** What a rate needs as single sends and as broadcasts, and what is used up first, as people read it. */
export function capacityText(rate: number, costs = MEASURED, assumed = ASSUMED): string {
  const { single, broadcast } = costs;
  return [of('single sends', single), of('broadcasts', broadcast)].join('\n\n');

  function of(name: string, one: Costs): string {
    const needs = needsOf(rate, one, assumed);
    const { cores, bytes, terabytes } = needs;
    const isBroadcast = one === broadcast;
    const rows: [string, string][] = [
      ['cores of API', number(cores.api)],
      ['cores of workers', number(cores.worker)],
      ['cores of Temporal and its database', number(cores.temporal)],
      ['cores of MongoDB', number(cores.mongodb)],
      ['cores, all', number(cores.all)],
      ['API processes', number(needs.apis)],
      ['workers', number(needs.workers)],
      ['hosts of Temporal', number(needs.temporalHosts)],
      ['shards of MongoDB', number(needs.mongodbShards)],
      ['history shards', number(needs.historyShards)],
      ['partitions of the main task queue', number(needs.partitions)],
      ['connections to the provider', number(needs.connections)],
      ...(isBroadcast ? [['broadcasts at the same time', number(needs.broadcasts)] as [string, string]] : []),
      ['reads of MongoDB a second', number(needs.reads)],
      ['writes of MongoDB a second', number(needs.writes)],
      ['actions of Temporal a second', number(needs.actions)],
      ['MB a second: documents, histories, messages', Object.values(bytes).map(megabytes).join(', ')],
      ['TB of MongoDB, of histories', Object.values(terabytes).map(number).join(', ')],
    ];
    const smallest = { ...SMALLEST, broadcasts: isBroadcast ? 1 : null };
    return [
      `${rate} a second as ${name}`,
      table(rows),
      'One of each is used up, by notifications a second:',
      saturation(smallest, one, assumed),
      'A deployment for this rate is used up:',
      saturation(deploymentFor(needs, isBroadcast), one, assumed),
    ].join('\n');
  }
}

const saturation = (deployment: Deployment, costs: Costs, assumed: Assumptions): string =>
  table(saturationOf(deployment, costs, assumed).map(({ part, perSecond }) => [part, number(perSecond)]));

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 10) / 10);
const megabytes = (bytes: number): string => number(bytes / 1e6);

const table = (rows: [string, string][]): string =>
  rows.map(([name, value]) => `  ${name.padEnd(44)} ${value}`).join('\n');
