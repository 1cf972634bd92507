type Labels = Record<string, string | number>;
type Series = { name: string; help: string; type: "counter" | "gauge" | "histogram"; lines(): string[] };

const LATENCY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What an operator watches, in the text format that Prometheus reads. */
export type Metrics = {
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  countJob(result: "done" | "failed"): void;
  countStorageError(kind: string): void;
  /** A value that is read when it is asked for, such as the length of a queue. */
  watch(name: string, help: string, read: () => { labels?: Labels; value: number }[]): void;
  text(): string;
};

export function createMetrics(): Metrics {
  const requests = counter("vitrine_http_requests_total", "Answered requests");
  const latencies = histogram("vitrine_http_request_duration_seconds", "Time to answer a request");
  const jobs = counter("vitrine_jobs_total", "Finished background jobs");
  const storageErrors = counter("vitrine_storage_errors_total", "Failed storage operations");
  const all: Series[] = [requests, latencies, jobs, storageErrors, memory()];
  return {
    countRequest({ method, route, status, seconds }) {
      requests.add({ method, route, status });
      latencies.observe({ route }, seconds);
    },
    countJob: (result) => jobs.add({ result }),
    countStorageError: (kind) => storageErrors.add({ kind }),
    watch: (name, help, read) => {
      all.push({
        name,
        help,
        type: "gauge",
        lines: () => read().map(({ labels = {}, value }) => line(name, labels, value)),
      });
    },
    text: () => all.map(describe).join(""),
  };
}

function counter(name: string, help: string): Series & { add(labels: Labels): void } {
  const counts = new Map<string, { labels: Labels; value: number }>();
  return {
    name,
    help,
    type: "counter",
    add(labels) {
      const key = Object.values(labels).join("\n");
      const entry = counts.get(key);
      if (entry) entry.value++;
      else counts.set(key, { labels, value: 1 });
    },
    lines: () => [...counts.values()].map(({ labels, value }) => line(name, labels, value)),
  };
}

function histogram(name: string, help: string): Series & { observe(labels: Labels, value: number): void } {
  type Entry = { labels: Labels; buckets: number[]; sum: number; count: number };
  const entries = new Map<string, Entry>();
  return {
    name,
    help,
    type: "histogram",
    observe(labels, value) {
      const key = Object.values(labels).join("\n");
      const entry = entries.get(key) ?? { labels, buckets: LATENCY_BUCKETS_SECONDS.map(() => 0), sum: 0, count: 0 };
      entries.set(key, entry);
      const bucket = LATENCY_BUCKETS_SECONDS.findIndex((bound) => value <= bound);
      if (bucket >= 0) entry.buckets[bucket] = (entry.buckets[bucket] ?? 0) + 1;
      entry.sum += value;
      entry.count++;
    },
    lines: () =>
      [...entries.values()].flatMap(({ labels, buckets, sum, count }) => {
        let below = 0;
        return [
          ...LATENCY_BUCKETS_SECONDS.map((bound, index) => {
            below += buckets[index] ?? 0;
            return line(`${name}_bucket`, { ...labels, le: bound }, below);
          }),
          line(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
          line(`${name}_sum`, labels, sum),
          line(`${name}_count`, labels, count),
        ];
      }),
  };
}

function memory(): Series {
  const name = "vitrine_memory_bytes";
  return {
    name,
    help: "Resident memory of the server process",
    type: "gauge",
    lines: () => [line(name, {}, process.memoryUsage.rss())],
  };
}

const describe = ({ name, help, type, lines }: Series) =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines()
    .map((text) => `${text}\n`)
    .join("")}`;

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

const escapeLabel = (text: string) => text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
