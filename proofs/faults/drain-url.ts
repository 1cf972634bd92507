/** Reads an address to its end and prints how many bytes it had: a client that does not share a thread with the proof. */
const [, , url = ""] = process.argv;
const answer = await fetch(url);
if (!answer.ok || !answer.body) throw new Error(`the download answered ${answer.status}`);
let bytes = 0;
for await (const chunk of answer.body) bytes += chunk.length;
console.log(bytes);
