/** Reads a URL to its end, as the client behind a proxy that has this IP, and prints how many bytes it had: a client that does not share a thread with the proof. */
const [, , url = "", ip = ""] = process.argv;
const response = await fetch(url, { headers: { "x-forwarded-for": ip } });
if (!response.ok || !response.body) throw new Error(`the download responded with ${response.status}`);
let bytes = 0;
for await (const chunk of response.body) bytes += chunk.length;
console.log(bytes);
