package view

import "testing"

// The room that no meaning needs goes to values, however long they are.
func TestBestValueWidth(t *testing.T) {
	tests := []struct {
		name             string
		values, meanings []int
		room, want       int
	}{
		{"all fit but one value", []int{2, 4, 480}, []int{30, 8, 9}, 100, 70},
		{"a meaning counts twice", []int{40, 40}, []int{40, 40}, 60, 20},
		{"two values, one of which fits", []int{40, 500}, []int{10, 10}, 60, 50},
	}
	for _, tt := range tests {
		c := treeColumns{values: tt.values, meanings: tt.meanings}
		for _, v := range tt.values {
			c.widest.value = max(c.widest.value, v)
		}
		if got := c.bestValueWidth(tt.room); got != tt.want {
			t.Errorf("%s: %d columns of %d, want %d", tt.name, got, tt.room, tt.want)
		}
	}
}
