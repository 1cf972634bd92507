import { API_PREFIX } from "../../../contract/endpoint.ts";
import type { Failure } from "../../../contract/errors.ts";
import { adminToken } from "../../api/admin-token.ts";

type FormToSend = {
  method: "POST" | "PUT";
  /** Relative to API_PREFIX. */
  path: string;
  form: FormData;
  /** The share that was sent so far. */
  onProgress?: (share: number) => void;
};

type FormResponse<Body> = { status: number; body: Partial<Body & Failure> };

/** Uses XMLHttpRequest because fetch reports no upload progress. */
export function sendForm<Body>({ method, path, form, onProgress }: FormToSend): Promise<FormResponse<Body>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, `${API_PREFIX}${path}`);
    request.setRequestHeader("Authorization", `Bearer ${adminToken.read() ?? ""}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total);
    request.onload = () => resolve({ status: request.status, body: parseResponse(request.responseText) });
    request.onerror = () => reject(new Error("The connection to the server was lost. Try again."));
    request.send(form);
  });
}

/** Empty for what our server has not sent, such as a proxy's HTML page: the status has to do. */
export function parseResponse<Body>(text: string): Partial<Body> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
