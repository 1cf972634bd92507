import { useMutation } from "@tanstack/react-query";
import { routeOf } from "../../../contract/endpoint.ts";
import { getLightroomPlugin } from "../../../contract/publishing.ts";
import { messageOf } from "../../api/api-error.ts";
import { useToast } from "../../ui/Toast.tsx";
import { saveFrom } from "./save-file.ts";

export function useLightroomPlugin() {
  const toast = useToast();
  return useMutation({
    mutationFn: () => saveFrom(routeOf(getLightroomPlugin), "vitrine-lightroom.zip"),
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The plug-in was not downloaded") }),
  });
}
