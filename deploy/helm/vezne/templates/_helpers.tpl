{{- define "vezne.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "vezne.labels" -}}
app.kubernetes.io/name: vezne
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "vezne.selector" -}}
app.kubernetes.io/name: vezne
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "vezne.pod" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: keys
    secret: { secretName: {{ .Values.secrets.masterKeys }}, defaultMode: 0440 }
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "vezne.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: keys, mountPath: /run/keys, readOnly: true }
  - { name: data, mountPath: /var/lib/vezne }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "vezne.settings" -}}
- { name: VEZNE_MASTER_KEYS_FILE, value: /run/keys/keys.json }
- { name: VEZNE_TRUSTED_PROXIES, value: {{ required "trustedProxies: the addresses that the ingress calls from" .Values.trustedProxies | quote }} }
- { name: VEZNE_CONSOLE_URL, value: "https://console.{{ .Values.domain }}" }
- { name: VEZNE_CARDS_URL, value: "https://cards.{{ .Values.domain }}" }
- { name: VEZNE_TRANSFERS_URL, value: "https://transfers.{{ .Values.domain }}" }
- { name: VEZNE_FRAUD_URL, value: "https://fraud.{{ .Values.domain }}" }
- { name: VEZNE_IDENTITY_URL, value: "https://identity.{{ .Values.domain }}" }
{{- with .Values.shards.addresses }}
- { name: VEZNE_SHARDS, value: {{ join " " . | quote }} }
{{- end }}
{{- with .Values.shards.statement }}
- { name: VEZNE_SHARD_STATEMENT, value: {{ . | quote }} }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
