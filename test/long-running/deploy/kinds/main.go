// Reads Kubernetes documents from standard input by the types of Kubernetes itself: an unknown member, a wrong type or an unknown kind is a fault.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"

	apps "k8s.io/api/apps/v1"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// The operator's own types are not among those of Kubernetes: only their envelope is read.
type foreign struct {
	meta.TypeMeta   `json:",inline"`
	meta.ObjectMeta `json:"metadata"`
	Spec            map[string]any `json:"spec"`
}

var kinds = map[string]func() any{
	"apps/v1 Deployment":                       func() any { return &apps.Deployment{} },
	"apps/v1 StatefulSet":                      func() any { return &apps.StatefulSet{} },
	"batch/v1 Job":                             func() any { return &batch.Job{} },
	"v1 Service":                               func() any { return &core.Service{} },
	"networking.k8s.io/v1 Ingress":             func() any { return &networking.Ingress{} },
	"networking.k8s.io/v1 NetworkPolicy":       func() any { return &networking.NetworkPolicy{} },
	"policy/v1 PodDisruptionBudget":            func() any { return &policy.PodDisruptionBudget{} },
	"monitoring.coreos.com/v1 ServiceMonitor":  func() any { return &foreign{} },
	"monitoring.coreos.com/v1 PrometheusRule":  func() any { return &foreign{} },
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	faults, read := 0, 0
	for _, document := range regexp.MustCompile(`(?m)^---\s*$`).Split(string(text), -1) {
		var head meta.TypeMeta
		if err := yaml.Unmarshal([]byte(document), &head); err != nil || head.Kind == "" {
			if len(bytes.TrimSpace(regexp.MustCompile(`(?m)^#.*$`).ReplaceAll([]byte(document), nil))) > 0 {
				fmt.Println("not a document:", err)
				faults++
			}
			continue
		}
		read++
		name := head.APIVersion + " " + head.Kind
		make, ok := kinds[name]
		if !ok {
			fmt.Println("unknown kind:", name)
			faults++
		} else if err := yaml.UnmarshalStrict([]byte(document), make()); err != nil {
			fmt.Println(name+":", err)
			faults++
		}
	}
	fmt.Printf("%d documents, %d faults\n", read, faults)
	if faults > 0 || read == 0 {
		os.Exit(1)
	}
}
