import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** HTML that calls a server by itself, if a browser lets it. `at`: the server's address, without a scheme. */
const CALLS: Record<string, (at: string) => string> = {
  image: (at) => `<img src="https://${at}/x">`,
  'image in a set': (at) => `<picture><source srcset="https://${at}/x"><img></picture>`,
  background: (at) => `<table background="https://${at}/x"><tr><td>a</table>`,
  'style of an element': (at) => `<p style="background: url(https://${at}/x)">a</p>`,
  stylesheet: (at) => `<style>h2 { content: url('https://${at}/x') }</style><h2>a</h2>`,
  'imported stylesheet': (at) => `<style>@import url(https://${at}/x);</style>`,
  font: (at) =>
    `<style>@font-face { font-family: f; src: url(https://${at}/x) } h3 { font-family: f }</style><h3>a</h3>`,
  'link to a stylesheet': (at) => `<link rel="stylesheet" href="https://${at}/x">`,
  preconnect: (at) => `<link rel="preconnect" href="https://${at}">`,
  prefetch: (at) => `<link rel="prefetch" href="https://${at}/x">`,
  preload: (at) => `<link rel="preload" as="image" href="https://${at}/x">`,
  video: (at) => `<video autoplay muted poster="https://${at}/p" src="https://${at}/x"></video>`,
  drawing: (at) => `<svg><image href="https://${at}/x"/><use href="https://${at}/y#a"/></svg>`,
  object: (at) => `<object data="https://${at}/x"></object><embed src="https://${at}/y">`,
  frame: (at) => `<iframe src="https://${at}/x"></iframe>`,
  'lazy frame': (at) => `<iframe loading="lazy" src="https://${at}/x"></iframe>`,
  'frame in a frame': (at) => `<iframe srcdoc="<iframe src='https://${at}/x'></iframe>"></iframe>`,
  'frame in a shadow tree': (at) =>
    `<div><template shadowrootmode="open"><iframe src="https://${at}/x"></iframe></template></div>`,
  'frame in noscript': (at) => `<noscript><iframe src="https://${at}/x"></iframe></noscript>`,
  'frame after a second reading': (at) =>
    `<form><math><mtext></form><form><mglyph><style></math><iframe src="https://${at}/x"></iframe></style></mglyph></form></mtext></math>`,
  refresh: (at) => `<meta http-equiv="refresh" content="0;url=https://${at}/x">`,
  base: (at) => `<base href="https://${at}/"><img src="x">`,
  report: (at) =>
    `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri https://${at}/r">`,
  'end of the frame': (at) => `"></iframe><iframe src="https://${at}/x"></iframe>`,
};

/** Mails whose content replaces everything that stands around it. */
const WHOLE: Record<string, (at: string) => string> = {
  'set of frames': (at) =>
    `<html><head></head><frameset><frame src="https://${at}/x"></frameset><noframes></noframes></html>`,
};

export type CallingMails = Awaited<ReturnType<typeof startCallingMails>>;

/** Starts a server for each call, and returns the mails that make them. `called`: those that were made. */
export async function startCallingMails() {
  const called = new Set<string>();
  const sockets = new Set<Socket>();
  const listen = async (name: string) => {
    const server = createServer((socket) => {
      called.add(name);
      sockets.add(socket.on('error', () => undefined));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, at: `127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const servers: Awaited<ReturnType<typeof listen>>[] = [];
  const written = async (calls: typeof CALLS): Promise<string[]> =>
    Promise.all(
      Object.entries(calls).map(async ([name, html]) => {
        const started = await listen(name);
        servers.push(started);
        return html(started.at);
      }),
    );
  const heading = '<h1>Hostile mail</h1>';
  return {
    called,
    mails: [`${heading}${(await written(CALLS)).join('\n')}`, ...(await written(WHOLE))],
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map(({ server }) => new Promise((closed) => server.close(closed))));
    },
  };
}
