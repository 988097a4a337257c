{{- define "noa.labels" -}}
app.kubernetes.io/name: noa
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "noa.selector" -}}
app.kubernetes.io/name: noa
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
