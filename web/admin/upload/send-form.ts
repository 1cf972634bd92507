import { API_PREFIX } from "../../../contract/endpoint.ts";
import { adminToken } from "../../api/admin-token.ts";

type FormToSend = {
  method: "POST" | "PUT";
  /** Relative to API_PREFIX. */
  path: string;
  form: FormData;
  file: File;
  signal?: AbortSignal;
  /** Bytes of the file sent so far. */
  onProgress: (sentBytes: number) => void;
};

type FormResponse = { outcome: "responded"; status: number; text: string } | { outcome: "lost" | "cancelled" };

/** Uses XMLHttpRequest because fetch reports no upload progress. */
export function sendForm({ method, path, form, file, signal, onProgress }: FormToSend): Promise<FormResponse> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, `${API_PREFIX}${path}`);
    request.setRequestHeader("Authorization", `Bearer ${adminToken.read() ?? ""}`);
    // The event counts the whole form, which is slightly larger than the file.
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / total) * file.size));
    request.onload = () => resolve({ outcome: "responded", status: request.status, text: request.responseText });
    request.onerror = () => resolve({ outcome: "lost" });
    request.onabort = () => resolve({ outcome: "cancelled" });
    signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
