import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An API server of Services alone, which tells of changes as a real one does. */
export class WatchServer {
  readonly #server: http.Server;
  #port = 0;
  #folder = '';
  readonly #watches = new Set<http.ServerResponse>();
  readonly services = new Map<string, object>();
  /** Queries of the watches and how often Services were listed. */
  readonly watched: URLSearchParams[] = [];
  listed = 0;
  /** Lists end after one item, and a token asks for the next. */
  paged = false;
  /** Labels of Namespace `default` when it may be read by its name alone. */
  namespaceLabels: Record<string, string> | undefined;
  version = 10;

  constructor() {
    this.#server = http.createServer((request, response) => this.#answer(request, response));
  }

  /** Gives a kubeconfig whose context, cluster and user have this name. */
  async start(name = 'x'): Promise<string> {
    await this.up();
    this.#folder = await mkdtemp(join(tmpdir(), 'watch-'));
    const file = join(this.#folder, 'kubeconfig');
    await writeFile(
      file,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name, cluster: { server: `http://127.0.0.1:${String(this.#port)}` } }],
        users: [{ name, user: {} }],
        contexts: [{ name, context: { cluster: name, user: name } }],
        'current-context': name,
      }),
    );
    return file;
  }

  /** At first, or again at the same place. */
  async up(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  down(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  stop(): void {
    this.down();
    rmSync(this.#folder, { recursive: true });
  }

  service(name: string): object {
    const metadata = { name, namespace: 'shop', resourceVersion: String(++this.version) };
    return { metadata, spec: { ports: [{ name: 'http', port: 80 }] } };
  }

  send(type: string, object: object): void {
    for (const watch of this.#watches) watch.write(`${JSON.stringify({ type, object })}\n`);
  }

  breakOff(): void {
    for (const watch of this.#watches) watch.destroy();
  }

  #answer({ url = '' }: http.IncomingMessage, response: http.ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const isServices = pathname === '/api/v1/services';
    if (pathname.startsWith('/apis')) return this.#reply(response, 404, { kind: 'Status', code: 404, message: 'no' });
    if (pathname.includes('/configmaps/'))
      return this.#reply(response, 404, { kind: 'Status', code: 404, message: 'no' });
    if (this.namespaceLabels && pathname.startsWith('/api/v1/namespaces')) {
      if (pathname === '/api/v1/namespaces')
        return this.#reply(response, 403, { kind: 'Status', code: 403, message: 'not all namespaces' });
      if (pathname === '/api/v1/namespaces/default') {
        const metadata = { name: 'default', labels: this.namespaceLabels };
        return this.#reply(response, 200, { apiVersion: 'v1', kind: 'Namespace', metadata });
      }
    }
    if (searchParams.get('watch') === 'true') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      if (!isServices) return;
      this.watched.push(searchParams);
      this.#watches.add(response);
      response.on('close', () => this.#watches.delete(response));
      return;
    }
    if (isServices) this.listed++;
    const all = isServices ? [...this.services.values()] : [];
    const start = Number(searchParams.get('continue') ?? 0);
    const end = this.paged ? start + 1 : all.length;
    const metadata = { resourceVersion: String(this.version), ...(end < all.length && { continue: String(end) }) };
    this.#reply(response, 200, { kind: 'List', metadata, items: all.slice(start, end) });
  }

  #reply(response: http.ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }
}
